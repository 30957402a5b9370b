/** Plays the parts of an order with the program of the checkout that this file lies in. `run.ts` starts it, once for each version. */
import { readFileSync, writeFileSync } from 'node:fs'
import { makePods } from './men.ts'
import type { Order } from './order.ts'
import type { Life } from './play.ts'
import { playOnce, prepare } from './world.ts'

const [orderFile, resultFile] = process.argv.slice(2) as [string, string]
const { clusterUrl, template, seed, sizes, parts } = JSON.parse(readFileSync(orderFile, 'utf8')) as Order

await prepare(clusterUrl, template)
const played: Life[][] = []
for (const { attendance, pods, ...options } of parts) {
  const began = performance.now()
  played.push(await playOnce(clusterUrl, template, makePods(pods, attendance, seed, sizes), options))
  console.log(`  ${pods} pods, ${attendance} attendance: ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
writeFileSync(resultFile, JSON.stringify(played))
