/** The tags of a phone, near the thumb: dot, name, number of posts, each the way to its page (FEEDM-08 to FEEDM-10). */
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '../categories/categories.ts'
import { TagLinks } from '../categories/categories.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { Failed } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface TagsDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function TagsDrawer({ open, onOpenChange }: TagsDrawerProps) {
  const tags = useQuery(categoriesQuery())
  return (
    <Drawer from="bottom" open={open} onOpenChange={onOpenChange} title="Tags">
      {tags.data ? (
        <TagLinks categories={tags.data} onFollow={() => onOpenChange(false)} />
      ) : tags.isError ? (
        <Failed
          level="h3"
          title="The tags did not load"
          onRetry={() => void tags.refetch()}
          retrying={tags.isFetching}
        />
      ) : (
        <p role="status">
          <span className="sr">Loading...</span>
          <Skeleton width="w60" />
        </p>
      )}
    </Drawer>
  )
}
