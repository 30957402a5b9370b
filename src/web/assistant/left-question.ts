/** A question whose near thread the member opens: it is in the field again when he opens the dialog next. Never stored. */
let left: { member: string; question: string } | undefined

export function leaveQuestion(member: string, question: string) {
  left = { member, question }
}

/** Returns it once, and only to the member who left it. */
export function takeLeftQuestion(member: string): string | undefined {
  const found = left?.member === member ? left.question : undefined
  left = undefined
  return found
}
