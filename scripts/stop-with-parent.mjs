// Loaded before each program. scripts/run.mjs holds the other end of this pipe: when it ends, even by kill -9, the
// program gets a SIGTERM and stops as it always does.
import net from 'node:net'
import { isMainThread } from 'node:worker_threads'

const fd = Number(process.env.FATHERKIN_PARENT_FD)
// Only here: what the program starts itself inherits the environment and this import, but not the pipe.
delete process.env.FATHERKIN_PARENT_FD
if (fd && isMainThread) {
  const pipe = new net.Socket({ fd, readable: true, writable: false })
  pipe.on('error', () => {})
  pipe.once('close', () => process.kill(process.pid, 'SIGTERM'))
  pipe.resume().unref()
}
