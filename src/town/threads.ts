/** Every thread of the town, the oldest first. */

import { threads as businessFinance } from './threads-business-finance.ts'
import { threads as diyTools } from './threads-diy-tools.ts'
import { threads as fashion } from './threads-fashion.ts'
import { threads as fatherDaughter } from './threads-father-daughter.ts'
import { threads as fatherSon } from './threads-father-son.ts'
import { threads as fitnessHealth } from './threads-fitness-health.ts'
import { threads as hobbies } from './threads-hobbies.ts'
import { threads as mentalHealth } from './threads-mental-health.ts'
import { threads as newDads } from './threads-new-dads.ts'
import { threads as polls } from './threads-polls.ts'
import { threads as relationships } from './threads-relationships.ts'
import { threads as stepfatherAdvice } from './threads-stepfather-advice.ts'
import { threads as teenageYears } from './threads-teenage-years.ts'
import type { Thread } from './types.ts'

export const threads: Thread[] = [
  ...businessFinance,
  ...diyTools,
  ...fashion,
  ...fatherDaughter,
  ...fatherSon,
  ...fitnessHealth,
  ...hobbies,
  ...mentalHealth,
  ...newDads,
  ...polls,
  ...relationships,
  ...stepfatherAdvice,
  ...teenageYears,
].sort((a, b) => b.hoursAgo - a.hoursAgo)
