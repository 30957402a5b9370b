/** PostgreSQL: finds or starts the server, opens the pool, migrates, and pipelines short reads. */

export { binariesFor } from './binaries.ts'
export { type Cluster, give, isServerOf, lastServer, openCluster, SLOW_STATEMENT_MS } from './cluster.ts'
export { copyDatabase } from './copy.ts'
export { type Database, isOutage, migrate, Outage, openDatabase } from './database.ts'
export { type Embedded, startEmbedded } from './embedded.ts'
export { hasFunctions } from './functions.ts'
export { type DatabaseHome, joinHome, logSpool, mustHaveInstance, openHome } from './home.ts'
export { migrationNames } from './migrations.ts'
export { makePerKeyLimit } from './per-key-limit.ts'
export { prepared } from './prepared.ts'
export { inSavepoint } from './savepoint.ts'
export { StartRefused } from './start-refused.ts'
