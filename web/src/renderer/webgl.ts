// Paints with WebGL2: the palette is looked up on the GPU. Pixels are scaled
// so that they stay crisp at any size: inside a pixel its color, along an edge
// one screen pixel of blend.

import { gammaExponents } from "./gamma";
import type { Canvas, Frame, Renderer } from "./renderer";

const vertexSource = `#version 300 es
out vec2 place;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
  place = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

const fragmentSource = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D frame;
uniform sampler2D palettes;
uniform int palette;
uniform vec2 screen;
uniform float gamma;
in vec2 place;
out vec4 result;

vec3 color(ivec2 at, ivec2 size) {
  uint index = texelFetch(frame, clamp(at, ivec2(0), size - 1), 0).r;
  return texelFetch(palettes, ivec2(int(index), palette), 0).rgb;
}

void main() {
  ivec2 size = textureSize(frame, 0);
  vec2 scale = max(screen / vec2(size), 1.0);
  vec2 p = place * vec2(size) - 0.5;
  ivec2 at = ivec2(floor(p));
  vec2 blend = clamp((fract(p) - 0.5) * scale + 0.5, 0.0, 1.0);
  ivec2 near = ivec2(step(0.5, blend));
  vec3 mixed;
  if (blend == vec2(near)) {
    mixed = color(at + near, size); // most of the screen is inside of a pixel
  } else {
    vec3 top = mix(color(at, size), color(at + ivec2(1, 0), size), blend.x);
    vec3 bottom = mix(color(at + ivec2(0, 1), size), color(at + ivec2(1, 1), size), blend.x);
    mixed = mix(top, bottom, blend.y);
  }
  result = vec4(gamma == 1.0 ? mixed : pow(mixed, vec3(gamma)), 1.0);
}`;

interface Parts {
  readonly frame: WebGLTexture;
  readonly palettes: WebGLTexture;
  readonly palette: WebGLUniformLocation | null;
  readonly screen: WebGLUniformLocation | null;
  readonly gamma: WebGLUniformLocation | null;
}

export class WebglRenderer implements Renderer {
  readonly kind = "webgl2";
  private parts: Parts | null;
  private width = 0;
  private height = 0;
  private colors: Uint8Array | null = null;
  private exponent = 1;

  /** Null where the browser has no WebGL2; the canvas is then still free for another. */
  static create(canvas: Canvas): WebglRenderer | null {
    // A Worker's pictures don't wait for the page's anyway.
    const desynchronized = typeof document === "object";
    const wishes: WebGLContextAttributes = {
      alpha: false,
      antialias: false,
      depth: false,
      desynchronized,
      powerPreference: "high-performance",
    };
    const gl = canvas.getContext("webgl2", wishes) as WebGL2RenderingContext | null;
    if (gl === null) return null;
    const parts = build(gl);
    return parts === null ? null : new WebglRenderer(canvas, gl, parts);
  }

  private constructor(
    private readonly canvas: Canvas,
    private readonly gl: WebGL2RenderingContext,
    parts: Parts,
  ) {
    this.parts = parts;
    // A phone that was locked, or a driver that restarted, takes everything away.
    canvas.addEventListener("webglcontextlost", (e) => {
      e.preventDefault();
      this.parts = null;
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.parts = build(gl);
      this.width = 0;
      if (this.colors !== null) this.palettes(this.colors);
    });
  }

  palettes(data: Uint8Array): void {
    this.colors = data;
    if (this.parts === null) return;
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.parts.palettes);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB8, 256, data.length / 768, 0, gl.RGB, gl.UNSIGNED_BYTE, data);
  }

  gamma(level: number): void {
    this.exponent = gammaExponents[level] ?? 1;
  }

  paint(frame: Frame): void {
    const { gl, parts } = this;
    if (parts === null) return;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, parts.frame);
    if (frame.width !== this.width || frame.height !== this.height) {
      gl.texImage2D(
        gl.TEXTURE_2D,
        0,
        gl.R8UI,
        frame.width,
        frame.height,
        0,
        gl.RED_INTEGER,
        gl.UNSIGNED_BYTE,
        frame.pixels,
      );
      this.width = frame.width;
      this.height = frame.height;
    } else {
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        0,
        0,
        frame.width,
        frame.height,
        gl.RED_INTEGER,
        gl.UNSIGNED_BYTE,
        frame.pixels,
      );
    }
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.uniform1i(parts.palette, frame.palette);
    gl.uniform2f(parts.screen, this.canvas.width, this.canvas.height);
    gl.uniform1f(parts.gamma, this.exponent);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}

function build(gl: WebGL2RenderingContext): Parts | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    console.warn("doomhost: the picture's program was refused:", gl.getProgramInfoLog(program));
    return null;
  }
  gl.useProgram(program);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.uniform1i(gl.getUniformLocation(program, "frame"), 0);
  gl.uniform1i(gl.getUniformLocation(program, "palettes"), 1);
  return {
    frame: texture(gl, 0),
    palettes: texture(gl, 1),
    palette: gl.getUniformLocation(program, "palette"),
    screen: gl.getUniformLocation(program, "screen"),
    gamma: gl.getUniformLocation(program, "gamma"),
  };
}

function texture(gl: WebGL2RenderingContext, unit: number): WebGLTexture {
  const t = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, t);
  for (const [name, value] of [
    [gl.TEXTURE_MIN_FILTER, gl.NEAREST],
    [gl.TEXTURE_MAG_FILTER, gl.NEAREST],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
  ] as const) {
    gl.texParameteri(gl.TEXTURE_2D, name, value);
  }
  return t;
}
