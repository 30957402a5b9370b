/** Limits, options and messages of the first steps, as plain values for server and browser. */

/** In this order. A member's step is the index of the first one that he has not finished. */
export const STEPS = ['profile', 'interests', 'goals', 'groups', 'pods', 'done'] as const
export type Step = (typeof STEPS)[number]

export const HEADINGS: Record<Step, string> = {
  profile: 'Complete Your Profile',
  interests: 'Select Your Interests',
  goals: 'Set Your Goals',
  groups: 'Join Communities',
  pods: 'Find Your Pods',
  done: "You're All Set",
}

export const INTERESTS = [
  'Parenting Tips',
  'Sports & Fitness',
  'Cooking',
  'DIY Projects',
  'Career Growth',
  'Mental Health',
  'Technology',
  'Travel',
  'Photography',
  'Music',
  'Reading',
  'Gaming',
] as const
export type Interest = (typeof INTERESTS)[number]

export const GOALS = [
  'Connect with other dads',
  'Share parenting experiences',
  'Learn new skills',
  'Find accountability partners',
  'Build a support network',
  'Mentor other fathers',
] as const
export type Goal = (typeof GOALS)[number]

/** Limits; lengths are in code points. */
export const ONBOARDING = {
  interests: { min: 3 },
  goals: { min: 1 },
  groups: { min: 1, offered: 10 },
  pods: { max: 3, offered: 20, perPage: 6, fewerThan: 6, capacity: 6 },
  name: 80,
  bio: 500,
  bornAfter: '1900-01-01',
  welcomeDays: 7,
} as const

export const SAY_FIRST = {
  signIn: 'Please sign in first',
  incomplete: 'Please fill in all required fields',
  profileSaved: 'Profile updated successfully!',
  profileFailed: 'Failed to update profile',
  choicesFailed: 'Failed to save interests and goals',
  interestsFew: 'Choose at least 3 interests',
  goalsFew: 'Choose at least 1 goal',
  groupsFew: 'Choose at least 1 community',
  groupsFailed: 'Failed to join communities',
  podFailed: 'Failed to create pod',
  podMade: 'Pod created successfully!',
  podNameBlank: 'Please enter a name for the pod',
  podsMany: 'You can only select up to 3 pods',
  podsFew: 'Choose at least 1 pod, or skip this step',
  podsFailed: 'Failed to join pods',
  doneFailed: 'Failed to complete onboarding',
  born: 'Please check your date of birth',
  welcome: 'Welcome in. The kettle is on.',
} as const

export const joinedGroups = (count: number) => `Joined ${count} communities!`
export const joinedPods = (count: number) => `Joined ${count} pod(s) successfully!`
