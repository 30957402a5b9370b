import { queries } from '../kernel/api.ts'

export const karmaQuery = () => ({ ...queries.karma.getKarma.queryOptions(), staleTime: 0 })
