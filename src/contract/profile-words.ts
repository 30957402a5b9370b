/** The fields of a member's profile: their maximum lengths and their messages. Plain values for server and browser. */

/** The fields that a member fills in. Everything that reads, writes, copies or deletes them goes by these lists (docs/recipes.md). */
export const PROFILE_FIELDS = {
  /** columns of `profiles`: everyone who sees the member reads them */
  public: ['display_name', 'bio', 'location'],
  /** columns of `profiles_private`: only the member reads them */
  private: ['first_name', 'last_name', 'date_of_birth'],
} as const
export type PublicField = (typeof PROFILE_FIELDS.public)[number]
export type PrivateField = (typeof PROFILE_FIELDS.private)[number]
export type ProfileField = PublicField | PrivateField

// in code points, after trimming
export const BIO_MAX = 500
/** for display name, first name and last name */
export const PERSON_NAME_MAX = 80

export const SAY_PROFILE = {
  signIn: 'Please sign in to change your profile',
  displayNameBlank: 'Please enter a display name',
  dateOfBirth: 'Please enter the date as year, month and day',
  dateOfBirthAhead: 'This day is still to come',
  dateOfBirthFar: 'This day is too long ago',
  updated: 'Profile updated!',
  updateFailed: 'Failed to update profile',
  pictureWaits: 'Your picture is not uploaded yet. Upload it or take it away first.',
} as const
