/**
 * Lets React work on a page that other programs have changed: translators put elements in place of texts, highlighters
 * split texts, extensions wrap or remove elements. React keeps its own nodes. Without this guard it fails with
 * NotFoundError if one of them is not where React left it, and changes of a text that was replaced are not shown.
 *
 * The guard notes where the nodes of React were when another program removed them. It acts only on nodes of React, which
 * are recognised by React's own mark.
 */

interface LastPlace {
  parent: Node
  /** Weak: otherwise each removed row of a list would keep all that were removed after it. */
  next: WeakRef<Node> | null
  /** what another program put there instead */
  standIns: ChildNode[]
}

const MARK = '__reactFiber$'
let mark: string | undefined
const places = new WeakMap<Node, LastPlace>()
/** The removed texts of an element for which nothing was put in their place. */
const lostTexts = new WeakMap<Node, Set<Text>>()
/** What React wrote into a text that another program has changed. */
const written = new WeakMap<Text, string>()
/** Removed by a call of a guarded function: most likely by React, for good. */
const calledFor = new WeakSet<Node>()
/** The text for which a node of another program stands. */
const claims = new WeakMap<Node, WeakRef<Text>>()
/** Elements that another program inserted while it changed texts, such as the marks of a highlighter. */
const marks = new WeakSet<Node>()

const { insertBefore, removeChild, replaceChild } = globalThis.Node?.prototype ?? {}
const nodeValue = Object.getOwnPropertyDescriptor(globalThis.Node?.prototype ?? {}, 'nodeValue')
let observer: MutationObserver | undefined

/** Starts the guard. Call it before hydration. */
export function guardForeignNodes(): void {
  if (observer) return
  observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true, characterData: true, characterDataOldValue: true })
  const { prototype } = Node
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (!child || !isReacts(child) || !wasIn(child, this)) return removeChild.call(this, child) as Child
    return removeFrom(this, child)
  }
  prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, next: Node | null): Child {
    const isMoved = next && next.parentNode !== this && isReacts(next) && wasIn(next, this)
    insertBefore.call(this, node, isMoved ? placeOf(next, this) : next)
    // a translator that takes its words back puts the text before them, and removes them itself
    if (!next || isReacts(next)) removeStandIns(node)
    return node
  }
  prototype.replaceChild = function <Child extends Node>(this: Node, node: Node, child: Child): Child {
    const isMoved = child && child.parentNode !== this && isReacts(child) && wasIn(child, this)
    if (!isMoved) return replaceChild.call(this, node, child) as Child
    insertBefore.call(this, node, placeOf(child, this))
    return removeFrom(this, child)
  }
  Object.defineProperty(prototype, 'nodeValue', { ...nodeValue, set: writeValue })
}

function isReacts(node: Node): boolean {
  mark ??= Object.keys(node).find((key) => key.startsWith(MARK))
  return mark !== undefined && Object.hasOwn(node, mark)
}
/** Otherwise the caller is wrong, and gets the browser's own error. */
function wasIn(node: Node, parent: Node): boolean {
  if (node.parentNode === parent) return true
  catchUp()
  return places.get(node)?.parent === parent || parent.contains(node)
}
const isText = (node: Node | null): node is Text => node?.nodeType === 3
const NO_TEXT = 'button,[role=button],input,select,textarea,style,script,iframe,dialog'
/** The icon of an extension beside a field, its button and its style sheet do not stand for a text. */
const isForeignText = (node: Node | null): node is ChildNode =>
  node !== null && !isReacts(node) && (isText(node) || (node instanceof Element && hasOnlyText(node)))
const hasOnlyText = (node: Element) => node.textContent !== '' && !node.matches(NO_TEXT) && !node.querySelector(NO_TEXT)

function note(records: MutationRecord[]): void {
  const changesTexts = records.some(({ type, removedNodes }) => type !== 'childList' || [...removedNodes].some(isText))
  for (const record of records) {
    const { type, target, oldValue } = record
    if (type === 'childList') for (const node of record.removedNodes) noteRemoved(node, record)
    else if (isText(target) && isReacts(target) && !written.has(target)) written.set(target, oldValue ?? '')
    if (changesTexts) for (const node of record.addedNodes) if (!isText(node)) marks.add(node)
    if (record.addedNodes.length > 0) noteReplacement(record)
  }
  last = undefined
}
/** The text that the previous record removed: some programs remove first and insert then. */
let last: { text: Text; previous: Node | null; next: Node | null } | undefined

function noteRemoved(node: Node, { target, addedNodes, previousSibling: previous, nextSibling: next }: MutationRecord) {
  if (!isReacts(node) || node.parentNode === target) return
  const standIns = [...addedNodes].filter(isForeignText)
  places.set(node, { parent: target, next: next && new WeakRef(next), standIns })
  if (!isText(node)) return
  if (addedNodes.length === 0) for (let at = previous; isFree(at); at = at.previousSibling) standIns.unshift(at)
  if (standIns.length === 0 && isFree(next)) standIns.push(next)
  for (const one of standIns) claims.set(one, new WeakRef(node))
  if (standIns.length > 0) return
  last = { text: node, previous, next }
  if (calledFor.has(node)) return
  if (!lostTexts.has(target)) lostTexts.set(target, new Set())
  lostTexts.get(target)!.add(node)
}
const isFree = (node: Node | null): node is ChildNode => isForeignText(node) && !isClaimed(node)

function isClaimed(node: Node): boolean {
  const text = claims.get(node)?.deref()
  return text !== undefined && !isOver(text)
}

/** React has removed the text for good: what it knows of the text is no longer tied to the root, whose tag is 3. */
function isOver(text: Text): boolean {
  type Fiber = { return: Fiber | null; tag: number }
  let fiber = (text as unknown as Record<string, Fiber>)[mark!]!
  while (fiber.return) fiber = fiber.return
  return fiber.tag !== 3
}

function noteReplacement({ addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  if (!last || last.previous !== previousSibling || last.next !== nextSibling) return
  const { parent, standIns } = places.get(last.text)!
  // otherwise all of the contents were written anew
  if ((lostTexts.get(parent)?.size ?? 0) > 1 || ![...addedNodes].every(isFree)) return
  for (const node of addedNodes) claims.set(node, new WeakRef(last.text))
  standIns.push(...(addedNodes as NodeListOf<ChildNode>))
  lostTexts.delete(parent)
}

const catchUp = () => note(observer?.takeRecords() ?? [])

/** The child of this element that contains the node, if another program has wrapped it. */
function wrapperOf(node: Node, parent: Node): ChildNode | null {
  let at: Node | null = node
  while (at && at.parentNode !== parent) at = at.parentNode
  return at as ChildNode | null
}

/** The child of this element before which the node would be. Null: at the end. */
function placeOf(node: Node, parent: Node): Node | null {
  catchUp()
  for (let at: Node | null = node; at; ) {
    const wrapper = wrapperOf(at, parent)
    if (wrapper) return wrapper
    const place = places.get(at)
    const standIn = place?.standIns.find((one) => one.parentNode === parent)
    if (standIn) return standIn
    at = place?.next?.deref() ?? null
  }
  return null
}

function removeFrom<Child extends Node>(parent: Node, child: Child): Child {
  catchUp()
  lostTexts.get(parent)?.delete(child as Node as Text)
  if (isText(child) && written.has(child)) removeRest(child)
  const wrapper = child.parentNode === parent ? child : wrapperOf(child, parent)
  removeStandIns(child)
  calledFor.add(child)
  if (child.parentNode) removeChild.call(child.parentNode, child)
  // a wrapper that holds nothing else goes with what it wraps
  if (wrapper && wrapper !== (child as Node) && wrapper.parentNode && !wrapper.textContent && !hasReacts(wrapper))
    removeChild.call(wrapper.parentNode, wrapper)
  return child
}
const hasReacts = (node: Node): boolean => isReacts(node) || [...node.childNodes].some(hasReacts)

function removeStandIns(node: Node): void {
  const place = places.get(node)
  for (const one of place?.standIns.splice(0) ?? []) if (!hasReacts(one)) one.remove()
}

/** Removes what another program has split off from the end of this text. */
function removeRest(text: Text): void {
  let at: Node = text
  while (at.parentNode && !isReacts(at.parentNode) && at.parentNode !== document.body) at = at.parentNode
  for (let next = at.nextSibling; next && !hasReacts(next) && !isClaimed(next); ) {
    const one = next
    next = one.nextSibling
    if (isText(one) || (marks.has(one) && isForeignText(one))) one.remove()
  }
}

function writeValue(this: Node, value: string | null): void {
  const isOurs = isText(this) && isReacts(this)
  if (isOurs) catchUp()
  nodeValue!.set!.call(this, value)
  if (!isOurs) return
  // its own record would count as a change by another program
  observer?.takeRecords()
  if (written.delete(this)) removeRest(this)
  const place = places.get(this)
  if (!this.parentNode && place) putBack(this, place)
}

/** The new words are seen in place of the old ones. A translator translates them again. */
function putBack(text: Text, place: LastPlace): void {
  if (place.standIns.some((one) => one.parentNode === place.parent)) {
    insertBefore.call(place.parent, text, placeOf(text, place.parent))
    removeStandIns(text)
    return
  }
  // the whole contents were written anew, or texts were joined
  for (const child of [...place.parent.childNodes]) {
    if (isText(child) && !isReacts(child)) child.remove()
    else if (isText(child) && written.has(child)) {
      nodeValue!.set!.call(child, written.get(child))
      written.delete(child)
    }
  }
  const lost = lostTexts.get(place.parent) ?? new Set()
  lostTexts.delete(place.parent)
  for (const one of lost.add(text))
    if (!one.parentNode) insertBefore.call(place.parent, one, placeOf(one, place.parent))
  observer?.takeRecords()
}
