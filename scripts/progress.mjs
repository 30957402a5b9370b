// Says what is under way and how long it usually takes, and then, every few seconds, that it goes on.
const EVERY_MS = 5000

/** `usually` is what was measured on two cores (docs/testing.md, "How long it takes"). Answers what `work` answers. */
export async function telling(what, usually, work, everyMs = EVERY_MS) {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  console.log(`${what}: ${usually} …`)
  const beat = setInterval(() => console.log(`  ${what}: ${seconds()} s so far …`), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}
