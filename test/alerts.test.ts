/** The alert rules, the board and the page about them fit each other and the metrics of the program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { METRIC_NAMES } from '#server/kernel/metrics/names.ts'
import { root } from './bounded.ts'

const PAGE = 'docs/alerts.md'
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const Rule = z.strictObject({
  alert: z.string().regex(/^Fatherkin[A-Z][A-Za-z]+$/),
  expr: z.string().min(1),
  for: z.string().regex(/^\d+[smh]$/),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({
    // one sentence, without a value of a label
    summary: z.string().regex(/^[A-Z][^.{}]+\.$/),
    runbook: z.string(),
  }),
})
const Rules = z.strictObject({
  groups: z.tuple([z.strictObject({ name: z.literal('fatherkin'), rules: z.array(Rule) })]),
})

const Place = z.strictObject({ h: z.int(), w: z.int(), x: z.int(), y: z.int() })
const Source = z.strictObject({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{datasource\}$/) })
const Row = z.object({ type: z.literal('row'), id: z.int(), title: z.string().min(1), gridPos: Place })
const Panel = z.object({
  type: z.enum(['timeseries', 'stat']),
  id: z.int(),
  title: z.string().min(1),
  description: z.string().regex(/\.$/),
  datasource: Source,
  gridPos: Place,
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
  targets: z.array(z.object({ datasource: Source, expr: z.string().min(1), legendFormat: z.string().min(1) })).min(1),
})
const Board = z.object({
  title: z.literal('Fatherkin'),
  schemaVersion: z.int().min(39),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(z.discriminatedUnion('type', [Row, Panel])),
})

const [{ rules }] = Rules.parse(load(read('ops/alerts.yml'))).groups
const alerts = rules.map(({ alert }) => alert)
const board = Board.parse(JSON.parse(read('ops/board.json')))
const panels = board.panels.filter((panel) => panel.type !== 'row')
const queries = panels.flatMap(({ targets }) => targets)
const page = read(PAGE)

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)

/** Our metrics in an expression. A histogram is read by its parts. */
const metricsIn = (expr: string) =>
  matches(expr, /\b(fatherkin_\w+)/g).map((name) => name.replace(/(_seconds)_(?:bucket|count|sum)$/, '$1'))

/** Labels in selectors, in `by`, `on` and `group_left`, and in the legend of a panel. */
const labelsIn = (text: string) => [
  ...matches(text, /(\w+)\s*(?:=~|!~|!=|=)\s*"/g),
  ...matches(text, /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g).flatMap((list) =>
    list.split(',').map((label) => label.trim()),
  ),
  ...matches(text, /\{\{\s*(\w+)\s*\}\}/g),
]

/** Kinds, names of the program and outcomes; no label holds a member, an address or a path. */
const LABELS = ['instance', 'job', 'kind', 'le', 'outcome', 'procedure', 'reader', 'state', 'status', 'version']

describe('the alerts', () => {
  test('are ten, each with its own name', () => {
    expect(alerts).toHaveLength(10)
    expect(new Set(alerts).size).toBe(10)
  })

  test('have one section each on the page, in the same order, and no other section', () => {
    expect(matches(page, /^## (.+)$/gm)).toEqual(alerts)
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
      alerts.map((alert) => `${PAGE}#${alert.toLowerCase()}`),
    )
  })

  test('are the only ones that page and board mention', () => {
    const named = matches(`${page} ${panels.map(({ description }) => description).join(' ')}`, /\b(Fatherkin[A-Z]\w+)/g)
    expect(named.filter((name) => !alerts.includes(name))).toEqual([])
  })
})

test.each([
  ['what the alert means for members', '**Members** '],
  ['what to look at first', '**Look first.**'],
  ['what to do', '**Do.**'],
  ['when it is no problem', '**No problem if** '],
  ['why its numbers are what they are', '**Why these numbers.** '],
])('each section of the page says once %s', (_what, start) => {
  const sections = page.split(/^## /m).slice(1)
  const without = sections.filter((section) => section.split(`\n${start}`).length !== 2)
  expect(without.map((section) => section.split('\n')[0])).toEqual([])
})

test('alerts and board use metrics of the program only, and the board shows each of them', () => {
  const known: readonly string[] = METRIC_NAMES
  const ofRules = rules.flatMap(({ expr }) => metricsIn(expr))
  const ofBoard = queries.flatMap(({ expr }) => metricsIn(expr))
  expect([...ofRules, ...ofBoard].filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !ofBoard.includes(name))).toEqual([])
  expect(new Set(ofRules).size).toBeGreaterThan(5)
})

test('no label names a member', () => {
  const texts = [...rules.map(({ expr }) => expr), ...queries.flatMap(({ expr, legendFormat }) => [expr, legendFormat])]
  const used = new Set(texts.flatMap(labelsIn))
  expect([...used].filter((label) => !LABELS.includes(label))).toEqual([])
  expect(used.size).toBeGreaterThan(5)
})

describe('the board', () => {
  test('lets the operator choose the data source and the job, and reads no other job', () => {
    expect(board.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job'])
    const metric = /\b(?:fatherkin|process|nodejs)_\w+(?!\w)(?!\{job="\$job")/g
    expect(queries.flatMap(({ expr }) => expr.match(metric) ?? [])).toEqual([])
  })

  test('has six rows of panels that do not overlap', () => {
    expect(board.panels.filter(({ type }) => type === 'row')).toHaveLength(6)
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(board.panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
  })

  test('has the panels that the page names', () => {
    const named = matches(page, /\bpanels? ("[^"]+"(?: and "[^"]+")*)/g).flatMap((list) => matches(list, /"([^"]+)"/g))
    const titles = panels.map(({ title }) => title)
    expect(named.filter((title) => !titles.includes(title))).toEqual([])
    expect(named.length).toBeGreaterThan(8)
  })
})
