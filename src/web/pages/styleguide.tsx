import { CircleAlert, Ellipsis, Newspaper, Pencil, Plus, Search, Trash2 } from 'lucide'
import { type ComponentProps, useEffect, useState } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel, SheetList } from '../ui/card.tsx'
import { Check, Pick, PickGroup } from '../ui/check.tsx'
import { Counter } from '../ui/counter.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Field, FormError, PasswordInput, TextArea, TextInput } from '../ui/field.tsx'
import { Highlighted } from '../ui/highlighted.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx'
import { Segments } from '../ui/segments.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { Stat, Stats } from '../ui/stat.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'

const NOW = Date.UTC(2026, 10, 14, 12)
const AGES = [0, 18, 120, 1500, 5000, 20_000, 600_000].map((minutes) => NOW - minutes * 60_000)
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const idle = () => {}

/** Every component in every state, for developers. It is not part of the product. */
export function Styleguide() {
  const [dark, setDark] = useState(false)
  const [rtl, setRtl] = useState(false)
  useEffect(() => setDark(document.documentElement.dataset.theme === 'dark'), [])
  useEffect(() => {
    document.documentElement.dir = rtl ? 'rtl' : 'ltr'
  }, [rtl])
  const paint = (next: boolean) => {
    setDark(next)
    document.documentElement.dataset.theme = next ? 'dark' : 'light'
  }
  return (
    <div className="page">
      <div className="page-h">
        <h1>States</h1>
      </div>
      <div className="halves">
        <Panel title="The room">
          <div className="rule">
            <SwitchRow label="Dark" hint="The same room with only the lamp on." checked={dark} onChange={paint} />
            <SwitchRow label="Right to left" checked={rtl} onChange={setRtl} />
            <SwitchRow label="Not yours to change" checked={false} disabled onChange={idle} />
          </div>
        </Panel>
        <Buttons />
        <Labels />
        <Fields />
        <Choices />
        <Notices />
        <Overlays />
      </div>
      <div className="stack gap">
        <SheetList label="People">
          {['Tom Alderton', LONG].map((name) => (
            <li className="entry" key={name}>
              <Avatar id={name} name={name} />
              <span className="grow strong">{name}</span>
              <Stamp variant="standing">Creator</Stamp>
            </li>
          ))}
        </SheetList>
        <div className="sheet">
          <Empty title="No posts available." action={<Button icon={Plus}>Create Post</Button>}>
            This is where dads ask and tell. The light is on and the bench is clear; yours can be the first.
          </Empty>
        </div>
        <div className="sheet">
          <Failed title="The feed did not load" onRetry={idle}>
            Your connection dropped. Nothing you wrote is lost, and we try again when you are back.
          </Failed>
        </div>
        <div className="sheet">
          <SkeletonPost count={2} />
        </div>
      </div>
    </div>
  )
}

const BUTTONS: [string, ComponentProps<typeof Button>][] = [
  ['Rest', { children: 'Join Pod' }],
  ['Hover', { children: 'Join Pod', className: 'is-hover' }],
  ['Focus', { children: 'Join Pod', className: 'is-focus' }],
  ['Pressed', { children: 'Join Pod', className: 'is-press' }],
  ['Busy', { children: 'Join Pod', busy: true, busyLabel: 'Joining...' }],
  ['Disabled', { children: 'Pod Full', disabled: true }],
  ['Quiet', { children: 'Leave Pod', variant: 'quiet' }],
  ['Hover, quiet', { children: 'Leave Pod', variant: 'quiet', className: 'is-hover' }],
  ['Focus, quiet', { children: 'Leave Pod', variant: 'quiet', className: 'is-focus' }],
  ['Soft', { children: 'Join', variant: 'soft' }],
  ['Bare', { children: 'Change vote', variant: 'bare' }],
  ['Lit', { children: 'Attending', variant: 'lamp' }],
  ['Delete', { children: 'Delete', variant: 'bad', icon: Trash2 }],
]

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Panel title="Buttons">
      <div className="row wrap top-edge">
        {BUTTONS.map(([name, props]) => (
          <div className="stack-s" key={name}>
            <div className="sm soft">{name}</div>
            <Button {...props} />
          </div>
        ))}
      </div>
      <div className="row wrap gap">
        <Button busy={busy} busyLabel="Working..." onClick={() => setBusy(true)}>
          Press me
        </Button>
        <IconButton icon={Pencil} label="Edit" />
        <IconButton icon={Search} label="Search" aria-pressed="true" />
        <Button size="big" wide>
          {LONG}
        </Button>
      </div>
    </Panel>
  )
}

const FOUND = [
  { text: 'Where I put the ', marked: false },
  { text: 'kettle', marked: true },
  { text: ' each evening', marked: false },
]
const STAMPS = ['fact', 'standing', 'lamp', 'bad', 'question'] as const

function Labels() {
  return (
    <Panel title="Labels, faces, measures" action={<Counter count={120} />}>
      <div className="stack">
        <div className="row s wrap">
          {STAMPS.map((variant) => (
            <Stamp key={variant} variant={variant}>
              {variant}
            </Stamp>
          ))}
        </div>
        <div className="row wrap">
          <Avatar id="1" name="Tom Alderton" size="s" />
          <Avatar id="8" name="Gone" src="data:image/png;base64,broken" />
          <Avatar id="3" name="عمر" size="l" />
          <Avatar id="7" name="Sam Birch" size="xl" label="Sam Birch" />
        </div>
        <p className="body">
          <Highlighted pieces={FOUND} />
        </p>
        <Stats>
          {[0, 1_234_567].map((value) => (
            <Stat key={value} label="Posts" value={value} icon={Newspaper} />
          ))}
        </Stats>
        <ul className="ui soft">
          {AGES.map((at) => (
            <li key={at}>
              <Time value={at} now={NOW} /> · <Time value={at} now={NOW} style="long" />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

function Fields() {
  return (
    <Panel title="Fields">
      <div className="stack">
        <FormError fields={[{ id: 'seats', message: 'Minimum capacity is 2' }]}>Please check one field.</FormError>
        <Field label="Pod Name" hint="What the men in it will call it." note="Optional">
          <TextInput defaultValue="Six AM Club" className="is-focus" />
        </Field>
        <Field label="Capacity" id="seats" error="Minimum capacity is 2">
          <TextInput defaultValue="1" inputMode="numeric" />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="kettle on at six" autoComplete="off" />
        </Field>
        <Field label="What you want to say">
          <TextArea limit={56} defaultValue="Not the ones where you are in the house but on duty." />
        </Field>
        <Field label="Category">
          <Select dot="c-diy">
            <option>DIY & Tools</option>
            <option>{LONG}</option>
          </Select>
        </Field>
        <TextInput icon={<Icon of={Search} />} type="search" placeholder="Search posts..." aria-label="Search posts" />
        <TextInput aria-label="Disabled" disabled defaultValue="Set by your network" />
      </div>
    </Panel>
  )
}

function Choices() {
  const [kind, setKind] = useState<'text' | 'question' | 'poll'>('poll')
  const [tab, setTab] = useState<'about' | 'chat'>('about')
  const options = [
    { value: 'text', label: 'Text', icon: Pencil },
    { value: 'question', label: 'Question', icon: CircleAlert },
    { value: 'poll', label: 'Poll' },
  ] as const
  const tabs = [
    { value: 'about', label: 'About', panel: <p className="pad ui">What this place is for.</p> },
    { value: 'chat', label: 'Chat', panel: <p className="pad ui">Nobody has spoken yet.</p> },
  ] as const
  return (
    <Panel title="Choices">
      <div className="stack">
        <Segments legend="Kind" options={options} value={kind} onChange={setKind} />
        <PickGroup legend="What you would like to talk about" hint="as many as you like">
          <Pick defaultChecked>New Dads</Pick>
          <Pick>Mental Health</Pick>
          <Pick disabled>{LONG}</Pick>
        </PickGroup>
        <Check defaultChecked>Tell me when somebody answers.</Check>
        <Tabs label="Views" tabs={tabs} value={tab} onChange={setTab} />
      </div>
    </Panel>
  )
}

const TOASTS: [string, () => void][] = [
  ['Good', () => toast.good('Post created successfully!')],
  ['Plain', () => toast.plain('Message sent')],
  ['Bad', () => toast.bad('Error', 'Failed to log out. Please try again.')],
]

function Notices() {
  return (
    <Panel title="Notices and toasts">
      <div className="stack-s">
        <p className="note">
          <Icon of={CircleAlert} /> Local Mode is off. Dads nearby cannot see you.
        </p>
        <p className="note bad">
          <Icon of={CircleAlert} /> Failed to send message. It is kept below; try again.
        </p>
        <div className="btn-row">
          {TOASTS.map(([name, pop]) => (
            <Button key={name} variant="quiet" onClick={pop}>
              {name}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  )
}

const OVERLAYS = [
  ['dialog', 'Dialog'],
  ['ask', 'Confirm'],
  ['sheet', 'Sheet'],
  ['start', 'Drawer'],
  ['bottom', 'Drawer, bottom'],
] as const

function Overlays() {
  const [shown, show] = useState<(typeof OVERLAYS)[number][0] | null>(null)
  const state = (name: typeof shown) => ({
    open: shown === name,
    onOpenChange: (on: boolean) => show(on ? name : null),
  })
  const foot = <Button onClick={() => show(null)}>Post</Button>
  return (
    <Panel title="What lies on top">
      <div className="btn-row">
        {OVERLAYS.map(([name, words]) => (
          <Button key={name} variant="quiet" onClick={() => show(name)}>
            {words}
          </Button>
        ))}
        <Menu trigger={<IconButton icon={Ellipsis} label="More" />}>
          <MenuItem onSelect={idle}>Edit</MenuItem>
          <MenuRule />
          <MenuItem icon={Trash2} tone="bad" onSelect={() => show('ask')}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <Dialog {...state('dialog')} title="New Post" foot={foot} onSubmit={() => show(null)}>
        <Field label="Title">
          <TextInput />
        </Field>
      </Dialog>
      <ConfirmDialog {...state('ask')} title="Delete Post?" confirmLabel="Delete" onConfirm={() => show(null)}>
        It is gone for everyone, with its comments. This cannot be undone.
      </ConfirmDialog>
      <Sheet {...state('sheet')} title="Members" description="Four of six seats are taken.">
        {LONG}
      </Sheet>
      <Drawer {...state('start')} title="Menu">
        {LONG}
      </Drawer>
      <Drawer {...state('bottom')} from="bottom" title="Tags">
        {LONG}
      </Drawer>
    </Panel>
  )
}
