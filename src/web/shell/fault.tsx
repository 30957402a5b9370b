export function Fault() {
  return <h1>Something went wrong</h1>
}
