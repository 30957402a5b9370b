/** Asks the assistant questions of the town's members, which it answers with quotations. */
import { sql } from 'kysely'
import type { Reply } from '#contract/assistant.ts'
import { askAssistant } from '#server/assistant/assistant.ts'
import type { Ctx } from '#server/kernel/ctx.ts'

interface Stage {
  db: Ctx['db']
  as(username: string): Ctx
}

/** Who asked, what, and how many days ago. */
const ASKED = [
  { by: 'tom.alderton', question: 'I did not feel love for the baby at the start, does it come?', days: 26 },
  { by: 'tom.alderton', question: 'My lad has gone quiet. How do I ask without an interview?', days: 3 },
  { by: 'marcus_o', question: 'How do I get rid of black mould behind a wardrobe?', days: 5 },
  { by: 'jaewon', question: 'Was going to four days a week worth the money?', days: 2 },
] as const

/** Runs in this order, because each question has its own time. */
export async function createQuestions({ db, as }: Stage): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const { by, question, days } of ASKED) {
    const reply = await askAssistant(as(by), { question })
    await sql`update assistant_questions set created_at = created_at - ${days}::int * interval '1 day',
      answered_at = answered_at - ${days}::int * interval '1 day' where id = ${reply.id}`.execute(db)
    replies.push(reply)
  }
  return replies
}
