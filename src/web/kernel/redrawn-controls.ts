/**
 * Keeps what a member typed, chose and focused when React draws a part of the page anew during hydration. React does so
 * if the page is not as the server wrote it, for example because an extension inserted an element beside a field.
 *
 * The values are in the new fields before the first effects of the components, which take over what was typed before
 * hydration. Fields of components without such an effect get an event afterwards.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const CONTROLS = 'input,textarea,select,button,a[href],summary'
/** Which new element stands for an element that React removed. */
const successors = new WeakMap<Element, Element>()
let observer: MutationObserver | undefined
/** the nodes of the commit that is under way */
let removed: Node[] = []
let added: Node[] = []
let focused: Element | null = null
type Selection = [number, number, 'forward' | 'backward' | 'none' | undefined]
/** What is selected in the focused field. Not every browser tells this of a field that was removed. */
const selections = new WeakMap<Element, Selection>()

/**
 * Starts to watch. Call it before hydration. It never ends, because only React knows which parts are not hydrated yet; a
 * change of the page costs two empty lists.
 */
export function keepRedrawnControls(): void {
  observer = new MutationObserver(forget)
  observer.observe(document, { childList: true, subtree: true })
  focused = document.activeElement
  noteSelection()
  document.addEventListener('selectionchange', noteSelection)
  addEventListener('focusin', ({ target }) => {
    focused = target as Element
    noteSelection()
  })
  // some browsers send this event when the element is removed; then the focus is restored before the microtask
  addEventListener('focusout', () =>
    queueMicrotask(() => {
      focused = document.activeElement
    }),
  )
}

function noteSelection(): void {
  const field = document.activeElement
  if (!isSelectable(field)) return
  const { selectionStart: start, selectionEnd: end, selectionDirection: way } = field
  if (start !== null) selections.set(field, [start, end ?? start, way ?? undefined])
}

function forget(): void {
  removed = []
  added = []
}

/** What to do when React draws another element in place of this one. */
const whenRedrawn = new WeakMap<Element, () => void>()
export function onRedrawn(control: Element, then: () => void): () => void {
  whenRedrawn.set(control, then)
  return () => void whenRedrawn.delete(control)
}

/** The element that is on the page for this one. */
export function currentOf<Control extends Element>(control: Control): Control {
  if (!control.isConnected) pairControls()
  const successor = successors.get(control)
  return successor ? currentOf(successor as Control) : control
}

/** Called by React after a commit in which it has drawn something anew, before its effects. */
export function restoreControls(): void {
  const before = focused
  const pairs = pairControls()
  const later = pairs.flatMap(([old, fresh]) => (isField(old) && isField(fresh) ? restoreField(old, fresh) : []))
  if (before && !before.isConnected && successors.has(before)) moveFocus(before, currentOf(before))
  if (later.length > 0) whenIdle(() => later.forEach((send) => void send()))
  for (const [old] of pairs) whenRedrawn.get(old)?.()
}

/** Then the effects of the components have run. Not every browser has requestIdleCallback. */
export const whenIdle = (then: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: 1000 }) : setTimeout(then, 100)

/** Finds for each removed control the one that was drawn in its place: the n-th of its kind. */
function pairControls(): [Element, Element][] {
  for (const record of observer?.takeRecords() ?? []) {
    removed.push(...record.removedNodes)
    added.push(...record.addedNodes)
  }
  // the observer is not called if its records were taken
  queueMicrotask(forget)
  const fresh = bySignature(controlsIn(added.filter((node) => node.isConnected)))
  const pairs: [Element, Element][] = []
  for (const old of controlsIn(removed.filter((node) => !node.isConnected))) {
    const found = fresh.get(signatureOf(old))?.shift()
    if (!found) continue
    successors.set(old, found)
    pairs.push([old, found])
  }
  return pairs
}

/** Browsers of our table do not all have Map.groupBy. */
function bySignature(controls: Set<Element>): Map<string, Element[]> {
  const groups = new Map<string, Element[]>()
  for (const control of controls) {
    const signature = signatureOf(control)
    groups.set(signature, [...(groups.get(signature) ?? []), control])
  }
  return groups
}

function controlsIn(nodes: Node[]): Set<Element> {
  const found = new Set<Element>()
  for (const node of nodes) {
    if (!(node instanceof Element)) continue
    if (node.matches(CONTROLS)) found.add(node)
    for (const control of node.querySelectorAll(CONTROLS)) found.add(control)
  }
  return found
}

/** Ids that React makes are different in a part that was drawn anew. */
const stable = (id: string | null) => (id && !/^[_:«]/.test(id) ? id : '')

function signatureOf(control: Element): string {
  const { tagName } = control
  const given = ['id', 'name'].map((name) => stable(control.getAttribute(name)))
  const more = ['href', 'aria-label', 'data-line', 'placeholder'].map((name) => control.getAttribute(name) ?? '')
  // a translator may have changed the words of a button, but not its class; an extension may have changed that of a field
  const kind = isField(control) ? control.type : control.className
  const value = control instanceof HTMLInputElement && isTickable(control) ? control.value : ''
  return [tagName, ...given, ...more, kind, value].join('|')
}

const isField = (element: Element): element is Field => element.matches('input,textarea,select')
const isSelectable = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element !== null && 'selectionStart' in element && 'setSelectionRange' in element
const isTickable = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'

/** React keeps a setter of its own on each field, which would hide the change from it. */
function setNatively(field: Field, property: 'value' | 'checked', value: string | boolean): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, value)
}

/** Returns what is to be done when the effects of the components have run. */
function restoreField(old: Field, fresh: Field): (() => void)[] {
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    if (old.type === 'file') return old.files?.length ? [() => chooseFiles(fresh, old.files)] : []
    if (isTickable(old)) return old.checked === old.defaultChecked ? [] : restoreTick(fresh, old.checked)
  }
  return isDirty(old) ? restoreValue(fresh, old.value, selections.get(old)) : []
}

function isDirty(field: Field): boolean {
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  const options = [...field.options]
  return field.value !== (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value
}

/** The member may go on with the new field before the effects have run. Then his last word counts. */
function unlessUsed(field: Field, then: () => void): () => void {
  let isUsed = false
  const note = () => {
    isUsed = true
  }
  field.addEventListener('input', note)
  return () => {
    field.removeEventListener('input', note)
    if (!isUsed && field.isConnected) then()
  }
}

function restoreValue(field: Field, value: string, selection: Selection | undefined): (() => void)[] {
  const drawn = field.value
  setNatively(field, 'value', value)
  const tell = unlessUsed(field, () => {
    // the component has drawn itself once more meanwhile, without the value
    const isLost = field.value === drawn
    if (isLost) setNatively(field, 'value', value)
    const type = field instanceof HTMLSelectElement ? 'change' : 'input'
    field.dispatchEvent(new Event(type, { bubbles: true }))
    if (isLost && document.activeElement === field) select(field, selection)
  })
  return [tell]
}

function restoreTick(field: HTMLInputElement, checked: boolean): (() => void)[] {
  setNatively(field, 'checked', checked)
  // a radio button that was unchecked is followed by the one that was checked
  if (field.type === 'radio' && !checked) return []
  const tell = unlessUsed(field, () => {
    if (field.disabled) return
    // React hears the click of a tick, and compares it with the state that it knows
    setNatively(field, 'checked', !checked)
    field.click()
  })
  return [tell]
}

function chooseFiles(field: HTMLInputElement, files: FileList | null): void {
  field.files = files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function moveFocus(old: Element, fresh: Element): void {
  if (document.activeElement !== document.body && document.activeElement?.isConnected) return
  ;(fresh as HTMLElement).focus({ preventScroll: true })
  select(fresh, selections.get(old))
}

/** Fields of numbers and addresses throw. */
function select(field: Element, selection: Selection | undefined): void {
  if (isSelectable(field) && field.selectionStart !== null && selection) field.setSelectionRange(...selection)
}
