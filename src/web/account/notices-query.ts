/** Whether the member gets mails about pods and networks. */
import { queries } from '../kernel/api.ts'

export const noticesQuery = () => queries.members.getNotices.queryOptions({ staleTime: 60_000 })
