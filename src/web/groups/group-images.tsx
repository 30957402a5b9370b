/**
 * A network's avatar and banner, in the dialog in which its admins edit it. Each image is saved immediately and
 * separately.
 */
import { useQueryClient } from '@tanstack/react-query'
import type { Group } from '#contract/groups.ts'
import type { ImageKind } from '#contract/media-words.ts'
import { ImageField } from '../media/media.tsx'
import { groupQuery, putGroup } from './groups.ts'

interface GroupImagesProps {
  group: Group
  /** called with true when an image of this kind is selected but not sent, and with false when that ends */
  onChosen: (kind: ImageKind, isChosen: boolean) => void
}

export function GroupImages({ group, onChosen }: GroupImagesProps) {
  const client = useQueryClient()
  const change = (url: 'avatar_url' | 'banner_url') => (address: string | null) => {
    // the other image may have changed in the meantime
    const now = client.getQueryData<Group>(groupQuery(group.slug).queryKey) ?? group
    putGroup(client, { ...now, [url]: address })
  }
  const whose = { groupId: group.id, id: group.id, name: group.name }
  return (
    <div className="stack group-images">
      <section className="stack-s" aria-labelledby="group-avatar">
        <h3 id="group-avatar">Avatar</h3>
        <ImageField
          kind="avatar"
          url={group.avatar_url}
          onChange={change('avatar_url')}
          onChosen={(is) => onChosen('avatar', is)}
          {...whose}
        />
      </section>
      <section className="stack-s" aria-labelledby="group-banner">
        <h3 id="group-banner">Banner</h3>
        <ImageField
          kind="banner"
          url={group.banner_url}
          onChange={change('banner_url')}
          onChosen={(is) => onChosen('banner', is)}
          {...whose}
        />
      </section>
    </div>
  )
}
