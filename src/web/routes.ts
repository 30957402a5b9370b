/** Every URL of the product, in one table. Whatever is not here is a 404. `routes.gen.ts` is written from it by the build. */
import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

export const routes = rootRoute('pages/root.tsx', [
  index('pages/landing.tsx'),
  route('/about', 'pages/about.tsx'),

  // the conversation; /feed shows what /categories shows, which is the canonical one
  route('/categories', 'pages/categories.tsx'),
  route('/feed', 'pages/feed.tsx'),
  route('/category/$categoryName', 'pages/category.tsx'),
  route('/post/$postId', 'pages/post.tsx'),
  route('/user/$username', 'pages/user.tsx'),

  // the account
  route('/auth', 'pages/auth.tsx'),
  route('/login', 'pages/login.tsx'),
  route('/welcome', 'pages/welcome.tsx'),
  route('/verify', 'pages/verify.tsx'),
  route('/forgot', 'pages/forgot.tsx'),
  route('/reset', 'pages/reset.tsx'),
  route('/settings', 'pages/settings.tsx'),
  route('/notices', 'pages/notices.tsx'),
  route('/profile', 'pages/profile.tsx'),
  route('/questions', 'pages/questions.tsx'),

  // networks
  route('/groups', 'pages/groups.tsx'),
  route('/groups/all', 'pages/groups-all.tsx'),
  route('/group/$groupName', 'pages/group.tsx'),
  route('/admin', 'pages/admin.tsx'),

  // small groups
  route('/pods', 'pages/pods.tsx'),
  route('/pod/$podName', 'pages/pod.tsx'),

  // what is near, and what is on there
  route('/local', 'pages/local.tsx'),
  route('/local/$eventId', 'pages/local-event.tsx'),
  route('/event/$eventId', 'pages/event.tsx'),

  // for those who build: every part in every state; a 404 outside development
  route('/styleguide', 'pages/styleguide-page.tsx'),
])
