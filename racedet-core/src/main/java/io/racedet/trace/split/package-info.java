/** The splits of a long trace file: what a reader of one of them needs of those before it. */
package io.racedet.trace.split;
