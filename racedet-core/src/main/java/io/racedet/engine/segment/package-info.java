/** What an engine keeps of arrays that are walked over: one state for many variables. */
package io.racedet.engine.segment;
