/** The tags on a phone, in reach of the thumb: dot, name and number of posts, each linked to its page. */
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
