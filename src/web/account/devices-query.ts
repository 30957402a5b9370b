import { queries } from '../kernel/api.ts'

/** The devices on which the viewer is signed in; only for members. */
export const devicesQuery = () => queries.account.listDevices.queryOptions()
