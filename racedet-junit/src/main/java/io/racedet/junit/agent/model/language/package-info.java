/** The language of models: lines, clauses and paths, parsed and checked. */
package io.racedet.junit.agent.model.language;
