/** Weaves calls of hooks into class files, instruction by instruction. */
package io.racedet.junit.agent.weave;
