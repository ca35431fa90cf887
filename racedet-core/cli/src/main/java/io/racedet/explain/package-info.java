/** Explanations of why an engine orders two events of a trace, or does not. */
package io.racedet.explain;
