/** The list of features. Each feature that is not built yet is marked "Coming soon". */
import { Check, type IconNode, MapPin, Network, Sparkles, UsersRound } from 'lucide'
import { useState } from 'react'
import { PLANS, queriesOf } from '#contract/plans-words.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface Feature {
  icon: IconNode
  title: string
  text: string
  /** none of it is built yet */
  soon?: true
  parts: readonly { words: string; soon?: true }[]
}

const FEATURES: readonly Feature[] = [
  {
    icon: UsersRound,
    title: 'Pods',
    text: 'Two to twelve men who know how last week went, and ask.',
    parts: [{ words: 'Weekly check-ins' }, { words: 'Private conversations' }, { words: 'Goal accountability' }],
  },
  {
    icon: Network,
    title: 'Networks',
    text: 'Larger communities around a job, a town or a kind of week.',
    parts: [{ words: 'Discussion boards' }, { words: 'Event organisation' }, { words: 'Resource sharing', soon: true }],
  },
  {
    icon: MapPin,
    title: 'Local',
    text: 'Who and what is near you. Nobody is shown where you are.',
    parts: [{ words: 'Local events' }, { words: 'Support groups' }, { words: 'Q&A videocalling', soon: true }],
  },
  {
    icon: Sparkles,
    title: 'AI-powered recommendations',
    text: 'Drawn from what other dads wrote here, with their posts named.',
    soon: true,
    parts: [{ words: 'Posts that fit your question' }, { words: 'Pods and networks for your week' }],
  },
]

export function Features() {
  return (
    <section className="lp" aria-labelledby="features">
      <h2 className="lp-h" id="features">
        What you find here
      </h2>
      <div className="pitch">
        {FEATURES.map((feature) => (
          <article key={feature.title} className="panel">
            <span className="pic">
              <Icon of={feature.icon} size="l" />
            </span>
            <div className="grow">
              <div className="row s wrap">
                <h3>{feature.title}</h3>
                {feature.soon && <Stamp variant="lamp">Coming soon</Stamp>}
              </div>
              <p className="ui soft">{feature.text}</p>
              {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
              <ul role="list" className="ticks ui">
                {feature.parts.map(({ words, soon }) => (
                  <li key={words} className={soon || feature.soon ? 'soon' : undefined}>
                    {!soon && !feature.soon && <Icon of={Check} size="s" />}
                    {words} {soon && <Stamp variant="lamp">Coming soon</Stamp>}
                  </li>
                ))}
              </ul>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}

// the ends of the bar and the ways to earn karma are the same as in the explanation of karma
const SAMPLE_KARMA = { score: '1,240', share: '31.6%' }
const PLUS: readonly { words: string; soon?: true }[] = [
  { words: 'AI assistant' },
  { words: 'No ads', soon: true },
  { words: 'Verified badge', soon: true },
  { words: 'Deal savings via referral codes', soon: true },
]
const [FREE, FIRST] = PLANS

const fetchPlans = () => import('../plans/plans.tsx')

export function KarmaAndPlus() {
  return (
    <div className="lp two">
      <section className="panel" aria-labelledby="karma">
        <header className="row between">
          <h2 id="karma">Karma</h2>
          <Stamp>Sample</Stamp>
        </header>
        <p className="karma-n">
          <b className="num">{SAMPLE_KARMA.score}</b> <span className="soft ui">impact score</span>
        </p>
        <span className="bar lamp" aria-hidden="true">
          <i style={{ width: SAMPLE_KARMA.share }} />
        </span>
        <div className="row between sm soft num" aria-hidden="true">
          <span>-500</span>
          <span>+5000</span>
        </div>
        <p className="ui soft gap">
          A karma system that counts turning up: asking, answering, joining, going along, and the votes of others. It is
          never bought, and taken back when undone.
        </p>
      </section>
      <Plus />
    </div>
  )
}

function Plus() {
  const { brand } = useCommunity()
  const { piece, ask, waiting } = useLazyPart(fetchPlans)
  const [open, setOpen] = useState(false)
  const show = async () => {
    if (await ask()) setOpen(true)
  }
  return (
    <section className="panel peg plus" aria-labelledby="plus">
      <header className="row between">
        <h2 id="plus">{brand.name} Plus</h2>
        <Stamp variant="lamp">Coming soon</Stamp>
      </header>
      <p className="ui">
        {brand.assistant}, the AI assistant, is here: {queriesOf(FREE)} for everybody. Premium, a paid plus tier from $
        {FIRST.dollars}/mo, is for those who want more. Nothing of it is sold yet.
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul role="list" className="ticks ui">
        {PLUS.map(({ words, soon }) => (
          <li key={words} className={soon && 'soon'}>
            {!soon && <Icon of={Check} size="s" />}
            {words} {soon && <Stamp variant="lamp">Coming soon</Stamp>}
          </li>
        ))}
      </ul>
      <p className="needs-script">
        <Button variant="quiet" busy={waiting} onClick={show}>
          See the plans
        </Button>
      </p>
      {piece && <piece.PlanDialog open={open} onOpenChange={setOpen} />}
    </section>
  )
}
