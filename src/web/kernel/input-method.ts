/**
 * Whether a key press belongs to an input method that is composing a character. Safari ends the composition before it
 * reports the Enter that ended it, and marks that Enter only with the key code 229.
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229
