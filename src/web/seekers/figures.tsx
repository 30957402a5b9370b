/** How pods last and fill, for the administrators. */
import { useQuery } from '@tanstack/react-query'
import { Failed } from '../ui/failed.tsx'
import { figuresQuery } from './seekers.ts'

const TOO_FEW = 'fewer than five pods'
const shareWords = (share: number | null) => (share === null ? TOO_FEW : `${Math.round(share * 100)} %`)
const daysWords = (days: number | null) => (days === null ? TOO_FEW : `${Math.round(days)} days`)

export function PodFigures() {
  const { data, isFetching, refetch } = useQuery(figuresQuery())
  if (!data)
    return (
      <section className="sheet">
        <Failed title="The figures did not load" onRetry={() => void refetch()} retrying={isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  const figures = [
    ['Pods with at least three check-ins in their fourth round', shareWords(data.lasting_round_4)],
    ['Pods with at least three check-ins in their eighth round', shareWords(data.lasting_round_8)],
    ['Median wait of men who found a pod', daysWords(data.waiting_days)],
    ['Opened places that were taken within thirty days', shareWords(data.filled)],
  ]
  return (
    <section className="sheet" aria-labelledby="pod-figures">
      <h2 id="pod-figures" className="part-h">
        How pods last
      </h2>
      <dl className="pad stack">
        {figures.map(([what, figure]) => (
          <div key={what}>
            <dt className="ui soft">{what}</dt>
            <dd className="num flush">
              <b>{figure}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p className="pad sm soft">Counts only. A figure from fewer than five pods is not shown.</p>
    </section>
  )
}
