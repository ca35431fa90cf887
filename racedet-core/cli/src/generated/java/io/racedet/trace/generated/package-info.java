/** Generated traces: executions of a given shape and length. */
package io.racedet.trace.generated;
