/** Ports whose use is counted. */
import type { MailPort } from '../jobs/jobs.ts'
import type { Model } from '../model/model.ts'
import type { Metrics } from './ports.ts'

export const withMailsCounted = (mail: MailPort, metrics: Metrics): MailPort => ({
  ...mail,
  async deliver(one) {
    try {
      await mail.deliver(one)
    } catch (error) {
      metrics.mail('failed')
      throw error
    }
    metrics.mail('sent')
  },
})

/** A call that its caller has stopped counts as neither. */
export const withModelCounted = (model: Model, metrics: Metrics): Model => ({
  ...model,
  async *ask(call) {
    try {
      for await (const piece of model.ask(call)) {
        if ('tokens' in piece) metrics.modelTokens(piece.tokens)
        yield piece
      }
    } catch (error) {
      if (!call.signal.aborted) metrics.model('failed')
      throw error
    }
    metrics.model('ok')
  },
})
