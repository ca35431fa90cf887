/** The table of engines, and one file for each engine with its claims and its factory. */
package io.racedet.engine.catalogue;
