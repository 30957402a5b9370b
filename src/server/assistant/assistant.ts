/** The assistant: questions, their answers, what they cost, and who does not want to be quoted. */
export { askAssistant, streamAnswer } from './asking.ts'
export { deleteQuestion, deleteQuestions, getQuestion, listQuestions } from './kept.ts'
export { countMonthlyQueries, getAssistant } from './quota.ts'
export { sentencesOf } from './standing.ts'
export { forgetQuoted, keepStriking, strikeSome, takingBack } from './striking.ts'
export { getAssistantSwitch, setAssistantSwitch, setGroupQuotable, setQuotable } from './switches.ts'
export { type Verified, verifyAnswers } from './verifying.ts'
