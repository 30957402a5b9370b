/** The fields of a member's profile: their maximum lengths and their messages. Plain values for server and browser. */

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
