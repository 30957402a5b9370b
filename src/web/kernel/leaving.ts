/** Whether he is signing out at this moment: what is asked for from now on would be answered to nobody. */
let isUnderWay = false

export const isLeaving = () => isUnderWay

/** For as long as `work` takes; should it fail, he is still here. */
export async function whileLeaving<Result>(work: () => Promise<Result>): Promise<Result> {
  isUnderWay = true
  try {
    return await work()
  } finally {
    isUnderWay = false
  }
}
