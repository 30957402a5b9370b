import { expect, test } from 'vitest'
import { isUsableName } from './names.ts'

test.each([
  ['a name that begins with the name of the site', 'Dads.United.help', ['Dads United', 'Pop'], false],
  ['the assistant’s', 'm1lo', ['Dads United', 'Milo'], false],
  ['another', 'milos.dad', ['Dads United', 'Milo'], true],
  ['any name, if the name of the site is in another script', 'oleg', ['Отцы', 'Папа'], true],
  ['a name that begins with a short name of the site', 'preston', ['Père', 'Papa'], true],
  ['only dots', '...', ['Отцы', 'Папа'], true],
])('%s', (_what, name, own, usable) => expect(isUsableName(name, own)).toBe(usable))
