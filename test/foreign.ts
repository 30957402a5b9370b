/** What translators and extensions do to a page. Journeys run each of these in the page, so they use nothing from outside. */

/** Replaces each text by two elements, as Chrome's translator does, and goes on for every text that is drawn later. */
export function translate(within?: Node | undefined): void {
  const root = within ?? document.body
  const SKIPPED = 'script,style,noscript,textarea,option,title,[translate=no],.notranslate'
  const put = (text: Text) => {
    const parent = text.parentElement
    if (!text.data.trim() || !parent || parent.closest(SKIPPED) || parent.closest('font')) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.style.verticalAlign = 'inherit'
    inner.style.verticalAlign = 'inherit'
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  const visit = (top: Node) => {
    if (top instanceof Text) return put(top)
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(put)
  }
  visit(root)
  new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records)
      if (type === 'characterData') put(target as Text)
      else for (const node of addedNodes) if (node.isConnected) visit(node)
  }).observe(root, { childList: true, subtree: true, characterData: true })
}
