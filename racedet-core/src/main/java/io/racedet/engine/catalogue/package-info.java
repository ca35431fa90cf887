/** The table of engines, and for each engine its claims and its factory. */
package io.racedet.engine.catalogue;
