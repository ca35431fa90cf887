/** What is known at each instruction of a method: its variables, handlers, and new objects. */
package io.racedet.junit.agent.weave.flow;
