/** The signed-in member as rules need him. */
export interface Member {
  id: string
  session_id: string
}
