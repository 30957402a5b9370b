/** Positions of the parts of the town by name, about as exact as on a city map. */

/** Degrees north and east, rounded. */
export const areas: Record<string, readonly [number, number]> = {
  Adel: [53.852, -1.583],
  Alwoodley: [53.855, -1.541],
  Armley: [53.797, -1.587],
  Beeston: [53.772, -1.567],
  Bramley: [53.81, -1.634],
  Burley: [53.811, -1.578],
  'Chapel Allerton': [53.83, -1.538],
  Chapeltown: [53.816, -1.529],
  'Cross Gates': [53.807, -1.453],
  Farsley: [53.812, -1.671],
  Garforth: [53.793, -1.382],
  Gipton: [53.812, -1.496],
  Guiseley: [53.876, -1.711],
  Halton: [53.797, -1.472],
  Harehills: [53.812, -1.515],
  Headingley: [53.82, -1.577],
  Holbeck: [53.785, -1.556],
  Horsforth: [53.838, -1.64],
  Hunslet: [53.78, -1.535],
  'Hyde Park': [53.812, -1.563],
  Ilkley: [53.925, -1.822],
  Kirkstall: [53.816, -1.602],
  'Leeds Dock': [53.791, -1.532],
  Meanwood: [53.831, -1.567],
  Middleton: [53.748, -1.545],
  Moortown: [53.842, -1.535],
  Morley: [53.744, -1.599],
  Otley: [53.905, -1.692],
  Pudsey: [53.797, -1.663],
  Rothwell: [53.749, -1.478],
  Roundhay: [53.838, -1.498],
  Seacroft: [53.822, -1.459],
  Wakefield: [53.683, -1.498],
  Wetherby: [53.928, -1.386],
  Woodhouse: [53.811, -1.561],
  Yeadon: [53.865, -1.682],
}

/** The position of the part of town that a profile names; undefined if it is not on our map. */
export const areaOf = (location: string): readonly [number, number] | undefined => areas[location.split(',')[0]!]
