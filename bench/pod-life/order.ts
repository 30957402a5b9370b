import type { AttendanceName } from './men.ts'
import type { Options } from './play.ts'

/** What is played with both versions. */
export interface Part extends Options {
  attendance: AttendanceName
  pods: number
}

/** What a version is told to play. */
export interface Order {
  clusterUrl: string
  template: string
  seed: number
  sizes: number[]
  parts: Part[]
}
