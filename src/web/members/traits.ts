/**
 * The public fields that the pages of a member show in one line below his name, with their icons. A public field without a
 * line here does not compile. Name and bio have their own place on each page, and so are excluded.
 */
import { type IconNode, MapPin } from 'lucide'
import type { Profile } from '#contract/members.ts'
import { PROFILE_FIELDS, type PublicField } from '#contract/profile-words.ts'

type Trait = Exclude<PublicField, 'display_name' | 'bio'>

const ICONS: Record<Trait, IconNode> = {
  location: MapPin,
}

const isTrait = (field: PublicField): field is Trait => field in ICONS

/** Returns the traits that the member has entered, in the order of `PROFILE_FIELDS`. */
export const traitsOf = (member: Pick<Profile, Trait>) =>
  PROFILE_FIELDS.public.filter(isTrait).flatMap((field) => {
    const text = member[field]
    return text ? [{ field, text, icon: ICONS[field] }] : []
  })
