/** The achievements that the member has earned, the latest first, and the next ones to earn. */
import type { Achievement } from '#contract/karma.ts'
import { TO_COME } from '#contract/karma-words.ts'
import { useNow } from '../kernel/clock.ts'
import { grouped } from '../ui/number.ts'
import { Time } from '../ui/time.tsx'

export function Achievements({ achievements }: { achievements: Achievement[] }) {
  const now = useNow()
  // in order of points, as the server sent them
  const earned = achievements.filter(({ earned_at }) => earned_at !== null)
  const toCome = achievements.filter(({ earned_at }) => earned_at === null).slice(0, TO_COME)
  const progress = `${earned.length}/${achievements.length}`
  return (
    <section aria-labelledby="achievements">
      <div className="row between karma-ach-h">
        <h3 id="achievements">Achievements</h3>
        <span className="sm soft num">{progress}</span>
      </div>
      <span className="bar lamp" aria-hidden="true">
        <i style={{ width: `${achievements.length ? (earned.length / achievements.length) * 100 : 0}%` }} />
      </span>
      {earned.length > 0 && (
        <ul className="karma-achs" aria-label="Earned">
          {earned.map(({ id, badge_emoji, name, description, earned_at }) => (
            <li key={id} className="karma-ach">
              <span className="karma-emoji" aria-hidden="true">
                {badge_emoji}
              </span>
              <span>
                <b className="strong">{name}</b>
                <br />
                <span>{description}</span>{' '}
                {earned_at && <Time value={earned_at} now={now} style="long" className="soft" />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {toCome.length > 0 && (
        <ul className="karma-achs" aria-label="Still to come">
          {toCome.map(({ id, badge_emoji, name, description, amount, threshold }) => (
            <li key={id} className="karma-ach no">
              <span className="karma-emoji" aria-hidden="true">
                {badge_emoji}
              </span>
              <span>
                <b className="strong">{name}</b>
                <br />
                <span className="soft">
                  {description}{' '}
                  <span className="num">
                    {grouped(Math.min(Math.max(amount, 0), threshold))}/{grouped(threshold)}
                  </span>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
