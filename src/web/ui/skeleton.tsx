import type { ReactNode } from 'react'

type Width = 'w30' | 'w40' | 'w60' | 'w80' | 'w90'

/**
 * A flat block of the final size. It takes its space immediately but appears after 200 ms, so that a quick answer does
 * not flash.
 */
export function Skeleton({ width, shape }: { width?: Width; shape?: 'ico' | 'btnlike' }) {
  return <span className={['sk', width, shape].filter(Boolean).join(' ')} aria-hidden="true" />
}

/** Placeholders for `count` posts. The label is announced once. */
export function SkeletonPost({ count = 1, label = 'Loading...' }: { count?: number; label?: ReactNode }) {
  return (
    <div role="status" className="rule">
      <span className="sr">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
        <div className="post sk-post" key={index} aria-hidden="true">
          <div className="who">
            <Skeleton shape="ico" />
            <span className="grow stack-s">
              <Skeleton width="w30" />
              <Skeleton width="w40" />
            </span>
          </div>
          <div className="sk-title">
            <Skeleton width="w80" />
          </div>
          <div className="sk-body">
            <Skeleton />
            <Skeleton width="w90" />
            <Skeleton width="w60" />
          </div>
          <div className="vote-place">
            <Skeleton shape="btnlike" />
          </div>
        </div>
      ))}
    </div>
  )
}
