/**
 * Whether a key belongs to an input method, which is composing a character. Safari ends the composition before it tells of
 * the Enter that did so, and then only the number 229 says it.
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229
