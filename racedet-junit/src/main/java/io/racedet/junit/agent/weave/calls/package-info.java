/**
 * What single calls of the JDK do to arrays, texts, atomics and fences, by their names and types.
 */
package io.racedet.junit.agent.weave.calls;
