/** The start cannot go on. The message is one sentence for the operator, without a stack trace. */
export class StartRefused extends Error {}
