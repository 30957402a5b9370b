import { queries } from '../kernel/api.ts'

/** Where the viewer is signed in; only for members. */
export const devicesQuery = () => queries.account.listDevices.queryOptions()
